"""What every page needs: permissions, caches, forms that several people fill in at once, limits."""

"""What sessions leave to libraries."""

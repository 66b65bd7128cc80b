"""What directors fill in about players."""

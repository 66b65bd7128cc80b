"""Transactions, SQLite, and kinds of rows that several apps have."""

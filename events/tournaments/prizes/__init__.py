"""Prizes: who gets which, by four ways of dividing them."""

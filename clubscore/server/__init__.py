"""How clubscore is started, configured and served."""

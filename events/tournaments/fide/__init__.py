"""FIDE mode: leaving it, what broke the pairing rules, the page of it, and FIDE's list of questions
for programs."""

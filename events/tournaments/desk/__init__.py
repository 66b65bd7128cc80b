"""A tournament as its director sees it: what to do next, settings, deletion."""

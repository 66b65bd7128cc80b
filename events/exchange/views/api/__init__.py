"""The public JSON API: what everybody may read of published sessions, for other programs.

Read-only, without a key, from any site (CORS). The shapes are in ``docs/api/schema.json``; members
are only ever added, and a reader ignores those that it does not know. Source: exchange, section 8.
"""

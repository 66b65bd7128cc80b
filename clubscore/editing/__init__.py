"""Forms that change what is stored, filled in by several people at once.

A page carries what it *showed*. When it is sent, that is compared with what is *stored* by then,
and with what was *sent*: only what the user changed is written, and what somebody else has changed
too is asked about. The comparison and the write happen under one lock.
"""

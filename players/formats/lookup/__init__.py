"""Lists of players as federations publish them, for the lookup beside the register.

``opening`` makes lines of a file, packed or not; ``fixed_width`` and ``fide_xml`` are FIDE's
rating list, ``egd`` that of the European Go Database, ``table`` any list with named columns;
``reading`` finds out which it is. All read player by player, so that a list of any length needs
little memory.
"""

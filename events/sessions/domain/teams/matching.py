"""Whether everybody can be paired: perfect matchings of a graph, by Edmonds' blossoms.

A matching is grown by one path at a time, and after two vertices are taken away mended by one path,
so that a draw of hundreds asks for hundreds of paths and not for hundreds of matchings.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping

Graph = Mapping[int, Collection[int]]
"""The neighbours of each vertex."""


class Matching:
    """A matching of the vertices of a graph that are not :meth:`removed <without>`."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._vertices = set(graph)
        self.mates: dict[int, int] = {}
        for vertex in graph:
            self._join_greedily(vertex)
        for vertex in graph:
            if vertex not in self.mates:
                self._augment(vertex)

    @property
    def is_perfect(self) -> bool:
        return len(self.mates) == len(self._vertices)

    def without(self, first: int, second: int) -> bool:
        """Take two vertices away if the others still have a perfect matching; says whether. The
        matching is perfect before it."""
        kept, vertices = self.mates.copy(), self._vertices.copy()
        self._vertices -= {first, second}
        left = self.mates.pop(first), self.mates.pop(second)
        if left[0] != second:
            for vertex in left:
                del self.mates[vertex]
            if not self._augment(left[0]):
                self.mates, self._vertices = kept, vertices
                return False
        return True

    def _join_greedily(self, vertex: int) -> None:
        if vertex in self.mates:
            return
        free = (other for other in self._graph[vertex] if other not in self.mates)
        if (mate := next(free, None)) is not None:
            self.mates[vertex], self.mates[mate] = mate, vertex

    def _augment(self, root: int) -> bool:
        """Find a path from an unmatched vertex to another one, and match along it."""
        search = _Search(self._graph, self._vertices, self.mates, root)
        end = search.run()
        if end is None:
            return False
        vertex: int | None = end
        while vertex is not None:
            before = search.parents[vertex]
            following = self.mates.get(before)
            self.mates[vertex], self.mates[before] = before, vertex
            vertex = following
        return True


class _Search:
    """A breadth-first search for an augmenting path, odd cycles shrunk to their base."""

    def __init__(
        self, graph: Graph, vertices: Collection[int], mates: Mapping[int, int], root: int
    ) -> None:
        self._graph, self._vertices, self._mates, self._root = graph, vertices, mates, root
        self.parents: dict[int, int] = {}
        self._base = {vertex: vertex for vertex in vertices}
        self._outer = {root}
        self._queue = deque([root])

    def run(self) -> int | None:
        """The unmatched vertex that a path leads to, by ``parents`` and mates in turn."""
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._graph[vertex]:
                if other not in self._vertices or self._mates.get(vertex) == other:
                    continue
                if self._base[vertex] == self._base[other]:
                    continue
                mate = self._mates.get(other)
                if other == self._root or (mate is not None and mate in self.parents):
                    self._shrink(vertex, other)
                elif other not in self.parents:
                    self.parents[other] = vertex
                    if mate is None:
                        return other
                    self._reach(mate)
        return None

    def _reach(self, vertex: int) -> None:
        if vertex not in self._outer:
            self._outer.add(vertex)
            self._queue.append(vertex)

    def _shrink(self, first: int, second: int) -> None:
        base = self._common_base(first, second)
        blossom: set[int] = set()
        self._mark(first, base, second, blossom)
        self._mark(second, base, first, blossom)
        for vertex in self._base:
            if self._base[vertex] in blossom:
                self._base[vertex] = base
                self._reach(vertex)

    def _common_base(self, first: int, second: int) -> int:
        seen = set(self._bases_up(first))
        return next(base for base in self._bases_up(second) if base in seen)

    def _bases_up(self, vertex: int) -> Iterable[int]:
        while True:
            vertex = self._base[vertex]
            yield vertex
            mate = self._mates.get(vertex)
            if mate is None:
                return
            vertex = self.parents[mate]

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self._base[vertex] != base:
            mate = self._mates[vertex]
            blossom |= {self._base[vertex], self._base[mate]}
            self.parents[vertex] = child
            child, vertex = mate, self.parents[mate]

from events.common.engines import heaviest_matching


def pairs(weights, numbers=()):
    return {frozenset(pair) for pair in heaviest_matching(weights, numbers)}


def test_the_sum_counts_and_not_the_largest_weight():
    assert pairs({(1, 2): 10, (3, 4): 1, (1, 3): 7, (2, 4): 7}) == {
        frozenset({1, 3}), frozenset({2, 4}),
    }  # fmt: skip


def test_more_pairs_come_before_a_larger_sum():
    assert pairs({(1, 2): 1, (2, 3): 100, (3, 4): 1}) == {frozenset({1, 2}), frozenset({3, 4})}


def test_who_has_no_weight_stays_alone():
    assert pairs({(1, 2): 1}, numbers=[1, 2, 3]) == {frozenset({1, 2})}
    assert heaviest_matching({}) == []

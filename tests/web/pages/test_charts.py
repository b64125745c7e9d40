"""Charts stay inside their drawing and lose no value."""

from itertools import pairwise

from companion.web.pages import charts


def test_a_curve_has_a_dot_for_every_value_within_the_drawing():
    points = [(str(n), value, n % 2 == 0) for n, value in enumerate((3, -2, 9, 0))]
    drawn = charts.curve(points)
    assert [dot.value for dot in drawn.dots] == [3, -2, 9, 0]
    assert all(0 < dot.x < charts.WIDTH for dot in drawn.dots)
    assert all(0 < dot.y < charts.HEIGHT for dot in drawn.dots)
    heights = [dot.y for dot in drawn.dots]
    assert heights[2] < heights[0] < heights[3] < heights[1]
    assert drawn.zero == heights[3]


def test_a_single_game_is_no_curve():
    assert charts.curve([("a", 1, True)]) is None


def test_years_are_drawn_as_means_that_keep_the_sum():
    points = [(str(n), float(n % 7), False) for n in range(charts.MOST_POINTS * 4)]
    drawn = charts.curve(points)
    assert len(drawn.dots) == charts.MOST_POINTS
    mean = sum(dot.value for dot in drawn.dots) / len(drawn.dots)
    assert abs(mean - sum(p[1] for p in points) / len(points)) < 1e-9


def test_names_of_curves_that_end_together_do_not_overlap():
    curves = [((0, 0), (9, 5)) for _ in range(5)] + [((0, 0), (9, 0))]
    heights = sorted(line.y for line in charts.lines(curves))
    assert all(b - a >= charts.NAME - 0.2 for a, b in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] < charts.HEIGHT


def test_a_game_without_points_has_no_chart():
    assert charts.lines([((0, 0), (9, 0)), ((0, 0), (9, 0))]) == ()


def test_the_longest_bar_is_the_widest():
    drawn = charts.bars([("a", 2), ("b", 4)])
    assert [bar.width for bar in drawn] == [charts.WIDTH / 2, charts.WIDTH]

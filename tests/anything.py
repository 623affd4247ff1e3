"""What a program or a network may bring, and what may be said to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import strategies as st

HUGE = 10**5000  # Python refuses to write out so many digits

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 9)
    | st.sampled_from([1, -1]).map(lambda sign: sign * HUGE)
    | st.floats()
    | st.text(st.characters())
    | st.text(st.characters(categories=["Cs", "Cc", "So"]))
    | st.binary(max_size=9)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=9,
)


def sentence(wrong: Exception) -> str:
    """The message, which must be one sentence that a person can be shown."""
    text = str(wrong)
    assert isinstance(wrong, ValueError)
    assert text.isprintable()
    assert text.endswith(".")
    assert len(text) < 300
    return text


def refused(error: type[Exception], make: Callable[[], Any]) -> str:
    with pytest.raises(error) as wrong:
        make()
    return sentence(wrong.value)


@contextmanager
def nothing_but(error: type[Exception]) -> Iterator[None]:
    """This error may come out, none other."""
    try:
        yield
    except error as wrong:
        sentence(wrong)

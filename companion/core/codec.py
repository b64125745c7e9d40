"""Actions to JSON and back, strictly: what cannot be read is refused, never guessed."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.core.errors import Malformed

Reader = Callable[[Any], Any]


class Codec:
    """Reads and writes the frozen dataclasses of one game.

    `{"type": "settle", "total": 9}` is `Settle(total=9)`. Fields may be int, bool,
    str, an Enum, a Literal, tuples of these, nested dataclasses and `| None`.
    """

    def __init__(self, *actions: Any) -> None:
        self._kinds = {action: kind_of(action) for action in actions}
        self._readers = {kind_of(action): _reader(action) for action in actions}

    def to_json(self, action: Any) -> dict[str, Any]:
        """Return the JSON form of an action, tagged with its type."""
        return {"type": self._kinds[type(action)], **_fields_to_json(action)}

    def from_json(self, data: Any) -> Any:
        """Return the action this JSON stands for.

        Raises:
            Malformed: saying which field cannot be read.
        """
        if not isinstance(data, Mapping):
            raise Malformed("An action is an object with a type.")
        kind = data.get("type")
        if not isinstance(kind, str) or kind not in self._readers:
            raise Malformed(
                "An action needs a type, one of: {kinds}.",
                kinds=", ".join(self._readers),
            )
        return self._readers[kind]({k: v for k, v in data.items() if k != "type"})


def kind_of(action: type) -> str:
    """Return the tag of an action class: `ChooseTrait` is `choose-trait`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", action.__name__).lower()


def _fields_to_json(value: Any) -> dict[str, Any]:
    return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _fields_to_json(value)
    return value


@cache
def _reader(kind: Any) -> Reader:
    """Return the function that reads one annotated type."""
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _either(tuple(_reader(arg) for arg in args))
    if origin is Literal:
        return _one_of({arg: arg for arg in args})
    if origin is tuple:
        return _tuple_of(args)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of({member.value: member for member in kind})
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass(kind)
    return _exactly(kind)


def _exactly(kind: Any) -> Reader:
    def read(data: Any) -> Any:
        if type(data) is kind:
            return data
        raise Malformed(
            "Expected {kind}, got {data}.", kind=kind.__name__, data=_short(data)
        )

    return read


def _one_of(values: Mapping[Any, Any]) -> Reader:
    def read(data: Any) -> Any:
        if type(data) in (str, int) and data in values:
            return values[data]
        raise Malformed(
            "Expected one of {values}, got {data}.",
            values=", ".join(str(value) for value in values),
            data=_short(data),
        )

    return read


def _either(readers: tuple[Reader, ...]) -> Reader:
    def read(data: Any) -> Any:
        for index, reader in enumerate(readers):
            try:
                return reader(data)
            except Malformed:
                if index == len(readers) - 1:
                    raise
        raise AssertionError("a union has at least one type")

    return read


def _tuple_of(args: tuple[Any, ...]) -> Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _reader(args[0])

        def read_many(data: Any) -> Any:
            if not isinstance(data, list | tuple):
                raise Malformed("Expected a list, got {data}.", data=_short(data))
            return tuple(item(entry) for entry in data)

        return read_many
    readers = tuple(_reader(arg) for arg in args)

    def read_each(data: Any) -> Any:
        if not isinstance(data, list | tuple) or len(data) != len(readers):
            raise Malformed(
                "Expected a list of {count}, got {data}.",
                count=len(readers),
                data=_short(data),
            )
        return tuple(reader(entry) for reader, entry in zip(readers, data, strict=True))

    return read_each


def _dataclass(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {f.name: _reader(hints[f.name]) for f in fields(kind)}
    needed = {
        f.name
        for f in fields(kind)
        if f.default is MISSING and f.default_factory is MISSING
    }

    def read(data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise Malformed("Expected an object, got {data}.", data=_short(data))
        if unknown := sorted(str(name) for name in data if name not in readers):
            raise Malformed("There is no field called {name}.", name=unknown[0])
        if missing := sorted(needed - set(data)):
            raise Malformed("The field {name} is missing.", name=missing[0])
        return kind(**{name: readers[name](value) for name, value in data.items()})

    return read


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 40 else f"{text[:37]}..."

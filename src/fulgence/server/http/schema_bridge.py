"""Turns msgspec structs into pydantic models, so that FastAPI can document and send them."""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from pydantic import BaseModel, ConfigDict, create_model

READS_FIELDS = ConfigDict(from_attributes=True)


@cache
def model_of(struct: type[msgspec.Struct]) -> type[BaseModel]:
    """With the same name, description and fields, all of them required."""
    fields: dict[str, Any] = {
        field.name: (model_type(field.type), ...) for field in msgspec.structs.fields(struct)
    }
    return create_model(struct.__name__, __doc__=struct.__doc__, __config__=READS_FIELDS, **fields)


def model_type(kind: Any) -> Any:
    """Nested structs become models too, and tuples the lists that they are in JSON."""
    if get_origin(kind) in (list, tuple):
        return list[model_type(get_args(kind)[0])]  # type: ignore[misc]  # known only when it runs
    if get_origin(kind) is UnionType:
        return Union[tuple(model_type(each) for each in get_args(kind))]  # noqa: UP007  # of a list
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return model_of(kind)
    return kind

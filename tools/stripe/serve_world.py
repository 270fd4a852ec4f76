"""
Serves Stripe World on a Python older than 3.14, too: there annotations are evaluated when a module is loaded, unless it asks for the
opposite, as this makes the modules of seahaven do.
"""

import __future__
from importlib.machinery import SourceFileLoader


def get_code(loader: SourceFileLoader, name: str, get_cached=SourceFileLoader.get_code):
    if not name.startswith("seahaven"):
        return get_cached(loader, name)
    path = loader.get_filename(name)
    flags = __future__.annotations.compiler_flag
    return compile(loader.get_data(path), path, "exec", flags=flags, dont_inherit=True)


SourceFileLoader.get_code = get_code

from seahaven.http import main  # noqa: E402
from seahaven_stripe_world import world  # noqa: E402
from seahaven_stripe_world.http_api.handler import handle  # noqa: E402

main(world, handle)

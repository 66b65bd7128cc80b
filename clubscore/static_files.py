"""Static files under names with a hash of their content, which browsers keep for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Modules import each other under these names, too: else a browser would ask for every one of
    them again, and run a module twice that is both linked and imported."""

    support_js_module_import_aggregation = True

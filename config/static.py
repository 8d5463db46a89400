"""Static files, compressed, under names that hash their content: browsers may keep them for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    # Rewrites `import … from "./clock.js"` in our ES modules to the hashed names.
    support_js_module_import_aggregation = True

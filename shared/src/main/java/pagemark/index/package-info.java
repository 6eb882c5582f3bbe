/// The page index as the functions see it: a reader for pages, a writer for the stream, and the
/// markers and inspection that rebuilds, audits and tests use. A store implements them all behind
/// [IndexStore]; `docs/index-layout.md` shows how Redis does.
@NullMarked
package pagemark.index;

import org.jspecify.annotations.NullMarked;

package pagemark.api;

import org.jspecify.annotations.Nullable;

/// The sealed cursors of a page; null if no items lie in that direction.
record PageCursors(@Nullable String before, @Nullable String after) {
  static PageCursors of(Page page, Cursors cursors) {
    CursorScope scope = page.request().scope();
    return new PageCursors(
        cursors.seal(scope, page.ends().before()), cursors.seal(scope, page.ends().after()));
  }
}

/// The web page of the local stack, and what it asks beside pages: which listings there are, and to
/// write items. Nothing of it is deployed. Enter at [WebPage].
@NullMarked
package pagemark.local.page;

import org.jspecify.annotations.NullMarked;

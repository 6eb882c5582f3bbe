/// What can go wrong when a page is read. It uses no other package of this module.
@NullMarked
package pagemark.pages.error;

import org.jspecify.annotations.NullMarked;

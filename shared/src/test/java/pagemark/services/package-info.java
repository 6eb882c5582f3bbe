/// What the tests of both functions share.
@NullMarked
package pagemark.services;

import org.jspecify.annotations.NullMarked;

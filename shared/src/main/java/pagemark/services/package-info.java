/// The services that a function, a command or the local stack works with. Enter at [Services].
///
/// Only front doors may use this package: handlers, commands and the local stack. They make from
/// the record what the other packages need, which know the ports alone. The record opens nothing
/// and costs nothing; who made it closes what is in it.
@NullMarked
package pagemark.services;

import org.jspecify.annotations.NullMarked;

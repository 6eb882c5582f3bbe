/// The services that a function, a command or the local stack works with. Enter at [Services].
///
/// Whoever starts makes one record of them: a function from its environment, a command from its
/// options, the local stack from the servers on its machine. Only front doors know the record:
/// handlers, commands and the local stack. They make from it what the other packages need, which
/// know the ports alone. So no other package than those may use this one. The record opens nothing
/// and costs nothing; who made it closes what is in it.
@NullMarked
package pagemark.services;

import org.jspecify.annotations.NullMarked;

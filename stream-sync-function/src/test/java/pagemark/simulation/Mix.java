package pagemark.simulation;

import java.util.stream.Stream;

/// Who works on the index beside the stream's handler, and what happens to it.
///
/// @param name of its constant
/// @param rebuilds whether it is lost, and rebuilt, now and then
/// @param audits whether audits with repair, and repairs of suspects, run all the time
/// @param damage whether entries come into it, and leave it, by themselves
/// @param readers how many ask for pages all the time
record Mix(String name, boolean rebuilds, boolean audits, boolean damage, int readers) {
  static final Mix HANDLER = new Mix("HANDLER", false, false, false, 0);
  static final Mix READ = new Mix("READ", false, false, false, 2);
  static final Mix REBUILT = new Mix("REBUILT", true, true, false, 1);
  static final Mix DAMAGED = new Mix("DAMAGED", false, true, true, 1);

  static Mix of(String name) {
    return Stream.of(HANDLER, READ, REBUILT, DAMAGED)
        .filter(mix -> mix.name.equals(name))
        .findFirst()
        .orElseThrow();
  }
}

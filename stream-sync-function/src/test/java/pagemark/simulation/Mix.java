package pagemark.simulation;

import java.util.stream.Stream;

/// Who works on the index beside the stream's handler, and what happens to it.
///
/// @param name of its constant
/// @param rebuilds whether it is lost, and rebuilt, now and then
/// @param audits whether audits with repair, and repairs of suspects, run all the time
/// @param damage whether entries come into it, and leave it, by themselves
/// @param readers how many ask for pages all the time
/// @param recordsLost whether the stream loses records that nobody has read for a day
/// @param watched whether the stream is watched, all the time
record Mix(
    String name,
    boolean rebuilds,
    boolean audits,
    boolean damage,
    int readers,
    boolean recordsLost,
    boolean watched) {
  static final Mix HANDLER = new Mix("HANDLER", false, false, false, 0, false, false);
  static final Mix READ = new Mix("READ", false, false, false, 2, false, false);
  static final Mix REBUILT = new Mix("REBUILT", true, true, false, 1, false, false);
  static final Mix DAMAGED = new Mix("DAMAGED", false, true, true, 1, false, false);

  /// Everything stands still for days, and only rebuilds, two at a time, mend what is lost.
  static final Mix LEFT = new Mix("LEFT", true, false, true, 0, true, false);

  /// The consumer stands still for hours, and longer than the stream keeps records. The watch says
  /// so.
  static final Mix SLEPT = new Mix("SLEPT", false, false, false, 0, true, true);

  static Mix of(String name) {
    return Stream.of(HANDLER, READ, REBUILT, DAMAGED, LEFT, SLEPT)
        .filter(mix -> mix.name.equals(name))
        .findFirst()
        .orElseThrow();
  }
}

package pagemark.simulation;

/// Who works on the index beside the stream's handler, and what happens to it.
///
/// @param rebuilds whether it is lost, and rebuilt, now and then
/// @param audits whether audits with repair, and repairs of suspects, run all the time
/// @param damage whether entries come into it, and leave it, by themselves
record Mix(boolean rebuilds, boolean audits, boolean damage) {
  static final Mix HANDLER = new Mix(false, false, false);
  static final Mix REBUILT = new Mix(true, true, false);
  static final Mix DAMAGED = new Mix(false, true, true);
}

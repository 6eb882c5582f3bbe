package pagemark.simulation;

import static pagemark.simulation.Mix.Trait.AUDITS;
import static pagemark.simulation.Mix.Trait.DAMAGES;
import static pagemark.simulation.Mix.Trait.LOSES_RECORDS;
import static pagemark.simulation.Mix.Trait.REBUILDS;
import static pagemark.simulation.Mix.Trait.REPLACES;
import static pagemark.simulation.Mix.Trait.THINS;
import static pagemark.simulation.Mix.Trait.WATCHES;

import java.util.Set;
import java.util.stream.Stream;

/// Who works on the index beside the stream's handler, and what happens to it.
///
/// @param name of its constant
/// @param readers how many ask for pages all the time
record Mix(String name, int readers, Set<Trait> traits) {
  enum Trait {
    /// The index is lost, and rebuilt, now and then.
    REBUILDS,
    /// Audits with repair, and repairs of suspects, run all the time.
    AUDITS,
    /// Entries come into the index, and leave it, by themselves; whole groups are evicted.
    DAMAGES,
    /// The stream loses records that nobody has read for a day.
    LOSES_RECORDS,
    /// The stream is watched, and witnesses are checked, all the time.
    WATCHES,
    /// The store comes back with older data, whole or in part.
    THINS,
    /// The stream is switched off and on, and consumed anew some time later.
    REPLACES
  }

  static final Mix HANDLER = of("HANDLER", 0);
  static final Mix READ = of("READ", 2);
  static final Mix REBUILT = of("REBUILT", 1, REBUILDS, AUDITS);
  static final Mix DAMAGED = of("DAMAGED", 1, AUDITS, DAMAGES);

  /// Everything stands still for days, and only rebuilds, two at a time, mend what is lost.
  static final Mix LEFT = of("LEFT", 0, REBUILDS, DAMAGES, LOSES_RECORDS);

  /// The consumer stands still for hours, and longer than the stream keeps records. The watch says
  /// so.
  static final Mix SLEPT = of("SLEPT", 0, LOSES_RECORDS, WATCHES);

  /// The store is an older one, again and again. Witnesses tell, and the stream is read again.
  static final Mix THINNED = of("THINNED", 1, THINS, WATCHES);

  /// The same while the index is rebuilt.
  static final Mix THINNED_REBUILT = of("THINNED_REBUILT", 0, THINS, WATCHES, REBUILDS);

  /// Generations of a stream that is no more are suspended, or said not to be exact.
  static final Mix REPLACED = of("REPLACED", 1, REPLACES, WATCHES, REBUILDS);

  private static Mix of(String name, int readers, Trait... traits) {
    return new Mix(name, readers, Set.of(traits));
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /// What takes minutes happens often enough only if hours seldom interrupt it.
  boolean isHurried() {
    return has(Trait.THINS) || has(Trait.REPLACES);
  }

  static Mix of(String name) {
    return Stream.of(
            HANDLER, READ, REBUILT, DAMAGED, LEFT, SLEPT, THINNED, THINNED_REBUILT, REPLACED)
        .filter(mix -> mix.name.equals(name))
        .findFirst()
        .orElseThrow();
  }
}

package pagemark.simulation;

import static pagemark.simulation.Mix.Trait.AUDITS;
import static pagemark.simulation.Mix.Trait.BY_PLACE;
import static pagemark.simulation.Mix.Trait.DAMAGES;
import static pagemark.simulation.Mix.Trait.EXPIRES;
import static pagemark.simulation.Mix.Trait.FEW_WRITES;
import static pagemark.simulation.Mix.Trait.LOSES_RECORDS;
import static pagemark.simulation.Mix.Trait.REBUILDS;
import static pagemark.simulation.Mix.Trait.REBUILDS_OFTEN;
import static pagemark.simulation.Mix.Trait.REPLACES;
import static pagemark.simulation.Mix.Trait.ROWS_WAIT;
import static pagemark.simulation.Mix.Trait.SWITCHES_OFF;
import static pagemark.simulation.Mix.Trait.THINS;
import static pagemark.simulation.Mix.Trait.WATCHES;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import pagemark.listing.json.Listings;
import pagemark.sync.RandomTable;

/// A mix of actors beside the stream's handler, and of faults.
///
/// @param name the name of its constant
/// @param readers how many clients request pages all the time
record Mix(String name, int readers, Set<Trait> traits) {
  enum Trait {
    /// Sometimes the index is lost and rebuilt.
    REBUILDS,
    /// I/Os are quick, and rebuilds follow each other within seconds. Slots are lost just before
    /// they become READY, and days pass between the read of a page and its write.
    REBUILDS_OFTEN,
    /// Audits with repair, and repairs of suspects, run all the time.
    AUDITS,
    /// Entries appear in the index and vanish by themselves, and whole groups are evicted.
    DAMAGES,
    /// Records expire that nobody has read for a day.
    LOSES_RECORDS,
    /// The stream is watched, and witnesses are checked, all the time.
    WATCHES,
    /// The store, or a part of it, comes back with older data.
    THINS,
    /// The stream is switched off and on, and some time later the new one is consumed.
    REPLACES,
    /// The stream is switched off, and often left off.
    SWITCHES_OFF,
    /// The index keeps fences by place.
    BY_PLACE,
    /// Rows of rebuilds wait in sorted runs for hours, and sometimes for days.
    ROWS_WAIT,
    /// Items expire, and are swept each minute.
    EXPIRES,
    /// The table is written ten times at most.
    FEW_WRITES
  }

  static final Mix HANDLER = of("HANDLER", 0);
  static final Mix READ = of("READ", 2);
  static final Mix REBUILT = of("REBUILT", 1, REBUILDS, AUDITS);
  static final Mix DAMAGED = of("DAMAGED", 1, AUDITS, DAMAGES);

  /// The index is lost, again and again, and rebuilt while the table is written.
  static final Mix LOST = of("LOST", 0, REBUILDS, REBUILDS_OFTEN);

  /// The same, while rows wait for hours or days before they are applied.
  static final Mix SORTED = of("SORTED", 0, REBUILDS, REBUILDS_OFTEN, ROWS_WAIT);

  /// Everything stops for days, and only rebuilds, two at a time, restore lost data.
  static final Mix LEFT = of("LEFT", 0, REBUILDS, DAMAGES, LOSES_RECORDS);

  /// The consumer stops for hours, sometimes for longer than the stream keeps records. The watch
  /// reports it.
  static final Mix SLEPT = of("SLEPT", 0, LOSES_RECORDS, WATCHES);

  /// The store comes back with older data, again and again. Witnesses show it, and the stream is
  /// read again.
  static final Mix THINNED = of("THINNED", 1, THINS, WATCHES);

  /// The store comes back with older data while the index is rebuilt.
  static final Mix THINNED_REBUILT = of("THINNED_REBUILT", 0, THINS, WATCHES, REBUILDS);

  /// The stream is replaced. Generations of the old one are suspended, or reported as inexact.
  static final Mix REPLACED = of("REPLACED", 1, REPLACES, WATCHES, REBUILDS);

  /// The stream is switched off, for ever or until it is replaced. All generations are reported as
  /// inexact, and none is built meanwhile.
  static final Mix OFF = of("OFF", 0, SWITCHES_OFF, REPLACES, WATCHES, REBUILDS);

  /// Items expire, and are renewed after they were swept, or just before.
  static final Mix EXPIRING = of("EXPIRING", 0, EXPIRES);

  /// The same, while the indexes are rebuilt, that of the order by expiry too.
  static final Mix EXPIRING_REBUILT = of("EXPIRING_REBUILT", 0, EXPIRES, REBUILDS);

  private static Mix of(String name, int readers, Trait... traits) {
    return new Mix(name, readers, Set.of(traits));
  }

  /// The same over an index that keeps fences by place.
  Mix byPlace() {
    return with(BY_PLACE, " by place", readers);
  }

  /// The same with few writes, and nobody who requests pages.
  Mix ofFewWrites() {
    return with(FEW_WRITES, " of few writes", 0);
  }

  private Mix with(Trait trait, String suffix, int requesting) {
    Set<Trait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new Mix(name + suffix, requesting, more);
  }

  /// How often the table is written.
  int writes(Random random) {
    return has(FEW_WRITES) ? 1 + random.nextInt(10) : 40;
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /// The listings of the table.
  Listings listings() {
    return has(EXPIRES) ? RandomTable.EXPIRING : RandomTable.LISTINGS;
  }

  /// Long pauses are rare, so that work that takes minutes completes often enough.
  boolean isHurried() {
    return has(Trait.THINS) || has(Trait.REPLACES);
  }
}

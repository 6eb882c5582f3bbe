package pagemark.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import pagemark.index.IndexStore.Limits;

/// How large a listing's index gets in its store, and how much work the table's writes are for it.
///
/// @param entries about how many entries it has, if each item has one
/// @param several whether an item can have more, each of which takes as much
/// @param writes the most writes of the table in a second; empty if nobody has said it
public record IndexLoad(Limits limits, long entries, boolean several, OptionalInt writes) {
  /// What is said if an item can have several entries.
  public static final String SEVERAL =
      "an item can have several entries, and all this is for one each: multiply by what check says"
          + " of its entries";

  private static final double GIGABYTE = 1e9;

  private static final String REMEDY =
      "A rebuild holds two indexes beside each other. Raise the limits, as parameters of a stack:"
          + " CacheGigabytesMax, CacheUnitsPerSecondMax or IndexWriteUnitsMax";

  /// The units a second that the writes take at most; 0 if nobody has said how many they are.
  public double units() {
    return writes.orElse(0) * limits.unitsPerRecord();
  }

  boolean fits() {
    return limits.holdsTwice(entries) && units() <= limits.unitsMax();
  }

  /// How large the index gets.
  public String size() {
    return "%s take up to %s".formatted(Shown.entries(entries), gigabytes(limits.bytes(entries)));
  }

  private static String gigabytes(double bytes) {
    return String.format(Locale.ROOT, "%,.1f GB", Math.max(0.1, bytes / GIGABYTE));
  }

  /// How many units the writes take; empty for a store that nobody pays by units.
  public String work() {
    return units() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%s a second take up to %,.0f %s a second, if each is alone in its batch",
            Shown.count(writes.orElse(0), "write"),
            Math.ceil(units()),
            limits.unit());
  }

  Finding finding() {
    String text =
        (work().isEmpty() ? size() : size() + ", and " + work()) + (several ? ". " + SEVERAL : "");
    return fits()
        ? Finding.ok("limits", text)
        : Finding.partly("limits", text + ". The index may take " + allowed(), REMEDY);
  }

  private String allowed() {
    List<String> allowed = new ArrayList<>();
    if (limits.unitsMax() != Long.MAX_VALUE) {
      allowed.add(String.format(Locale.ROOT, "%,d %s a second", limits.unitsMax(), limits.unit()));
    }
    if (limits.bytesMax() != Long.MAX_VALUE) {
      allowed.add(gigabytes((double) limits.bytesMax()));
    }
    return String.join(" and ", allowed);
  }
}

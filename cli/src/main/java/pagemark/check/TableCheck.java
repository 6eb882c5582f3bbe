package pagemark.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexStore;
import pagemark.index.IndexStore.Limits;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.TableSource;

/// Checks listings against their tables, without a scan of all items.
///
/// @param source is closed by the caller
/// @param index the store that is to keep the index, which is not called; null if none is named
/// @param items how many items of each table to read
/// @param writes the most writes of each table in a second; empty if nobody has said it
/// @param notice takes a line before each sample: what it reads at most
public record TableCheck(
    TableSource source,
    @Nullable IndexStore index,
    int items,
    OptionalInt writes,
    Consumer<String> notice) {
  /// The findings of one check.
  ///
  /// @param sampled how many items of the listings' tables were read
  /// @param units the read units that these took
  public record Report(List<Finding> findings, int sampled, double units) {
    /// Whether everything fits.
    public boolean isFit() {
      return findings.stream().allMatch(Finding::isOk);
    }
  }

  /// @throws pagemark.local.data.StackException if a table does not exist, or cannot be read
  public Report run(Listings listings) {
    Map<String, List<Listing>> byTable = new LinkedHashMap<>();
    for (Listing listing : listings.byName().values()) {
      byTable.computeIfAbsent(listing.definition().table(), _ -> new ArrayList<>()).add(listing);
    }
    List<Finding> findings = new ArrayList<>();
    int sampled = 0;
    double units = 0;
    for (var entry : byTable.entrySet()) {
      ExistingTable table = ExistingTable.describe(source, entry.getKey());
      notice.accept(table.notice(items));
      Sampler.Sample sample = table.sample(null, items);
      sampled += sample.items().size();
      units += sample.units();
      for (Listing listing : entry.getValue()) {
        findings.addAll(table.findings(listing, sample, items));
        findings.addAll(ofIndex(listing, table.description().itemCount()));
      }
    }
    return new Report(findings, sampled, units);
  }

  /// Whether the index's store takes a listing with so many cells, and whether its limits suffice.
  private List<Finding> ofIndex(Listing listing, long entries) {
    if (index == null) {
      return List.of();
    }
    int cells = listing.definition().cells().size();
    List<Finding> findings = new ArrayList<>();
    index
        .writer()
        .refusal(cells)
        .ifPresent(reason -> findings.add(Finding.wrong("cells", reason, "")));
    findings.add(
        new IndexLoad(
                index.limits(cells), entries, listing.definition().hasSeveralEntries(), writes)
            .finding());
    return findings.stream().map(finding -> finding.of(listing)).toList();
  }

  /// How large a listing's index gets in its store, and how much work the table's writes are for
  /// it.
  ///
  /// @param entries about how many entries it has, if each item has one
  /// @param several whether an item can have more, each of which takes as much
  /// @param writes the most writes of the table in a second; empty if nobody has said it
  public record IndexLoad(Limits limits, long entries, boolean several, OptionalInt writes) {
    /// What is said if an item can have several entries.
    public static final String SEVERAL =
        "an item can have several entries, and all this is for one each: multiply by what check"
            + " says of its entries";

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
          (work().isEmpty() ? size() : size() + ", and " + work())
              + (several ? ". " + SEVERAL : "");
      return fits()
          ? Finding.ok("limits", text)
          : Finding.partly("limits", text + ". The index may take " + allowed(), REMEDY);
    }

    private String allowed() {
      List<String> allowed = new ArrayList<>();
      if (limits.unitsMax() != Long.MAX_VALUE) {
        allowed.add(
            String.format(Locale.ROOT, "%,d %s a second", limits.unitsMax(), limits.unit()));
      }
      if (limits.bytesMax() != Long.MAX_VALUE) {
        allowed.add(gigabytes((double) limits.bytesMax()));
      }
      return String.join(" and ", allowed);
    }
  }
}

package pagemark.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexStore;
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
}

package pagemark.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.index.PageIndexWriter;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.TableSource;

/// Checks listings against their tables, without a scan of all items.
///
/// @param source is closed by the caller
/// @param index of the store that is to keep the index, which is not called; null if none is named
/// @param items how many items of each table to read
/// @param notice takes a line before each sample: what it reads at most
public record TableCheck(
    TableSource source, @Nullable PageIndexWriter index, int items, Consumer<String> notice) {
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
      notice.accept(
          String.format(
              Locale.ROOT,
              "Table %s %s: %s by DescribeTable's count. %s",
              entry.getKey(),
              source.where(),
              Shown.count(table.description().itemCount(), "item"),
              Sampler.notice(items)));
      TableSample sample = table.sample(null, items);
      sampled += sample.items().size();
      units += sample.units();
      for (Listing listing : entry.getValue()) {
        findings.addAll(table.findings(listing, sample, items));
        cells(listing).ifPresent(findings::add);
      }
    }
    return new Report(findings, sampled, units);
  }

  /// The finding about more cells than the index takes.
  private Optional<Finding> cells(Listing listing) {
    return Optional.ofNullable(index)
        .flatMap(writer -> writer.refusal(listing.definition().cells().size()))
        .map(reason -> Finding.wrong(listing.name(), "cells", reason, ""));
  }
}

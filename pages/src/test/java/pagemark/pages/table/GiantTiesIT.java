package pagemark.pages.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static pagemark.pages.ListedTable.keys;
import static pagemark.pages.Wire.assertCost;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.Nightly;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.TakesLong;
import pagemark.pages.ListingQuery;
import pagemark.pages.PagesOnly;
import pagemark.pages.Wire;
import pagemark.pages.error.PagesException.PastEnd;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.core.SdkRequest;

/// Pages in ties of thousands of items. Each page is that of a plain sort by the keys' UTF-8 bytes,
/// and costs one call of the index and one of the table, for just the items that it shows.
@ParameterizedClass
@EnumSource(Layout.class)
@Nightly
@TakesLong(nightly = 15)
final class GiantTiesIT {
  private static final Map<Layout, TiedTable> TABLES = new EnumMap<>(Layout.class);

  private final TiedTable tied;
  private final AtomicInteger indexCalls = new AtomicInteger();
  private final ListingQuery asked;

  GiantTiesIT(Layout layout) {
    tied = TABLES.computeIfAbsent(layout, TiedTable::filled);
    PageIndexReader index = new Counting(tied.table().index().reader(), indexCalls);
    asked = tied.table().asked(index);
    asked.group("NOBODY").page(1);
    indexCalls.set(0);
    tied.table().wire().drain();
    assertEquals(layout, tied.table().listing().definition().positions().layout());
  }

  private record Counting(PageIndexReader index, AtomicInteger calls) implements PagesOnly {
    @Override
    public PageSlice page(PageQuery query) {
      calls.incrementAndGet();
      return index.page(query);
    }
  }

  /// The whole group in `order`.
  private record Wanted(String group, Order order, List<String> keys) {
    static Wanted of(String group, Order order, List<String> ascending) {
      return new Wanted(group, order, order == Order.ASCENDING ? ascending : ascending.reversed());
    }
  }

  /// Reads every `step`th page, and the last one.
  @ParameterizedTest
  @CsvSource({"100, 1, ASCENDING", "100, 3, DESCENDING", "7, 20, ASCENDING", "7, 23, DESCENDING"})
  void pagesOfATieAreTheSortedKeys(int size, int step, Order order) {
    Wanted wanted = Wanted.of("TIED", order, tied.tied());
    int last = Math.ceilDiv(wanted.keys().size(), size);
    IntStream.concat(
            IntStream.iterate(1, page -> page < last, page -> page + step), IntStream.of(last))
        .forEach(page -> assertPage(wanted, (page - 1) * size, size, new Start.Numbered(page)));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void pagesOfOneItem(Order order) {
    Wanted wanted = Wanted.of("TIED", order, tied.tied());
    int last = wanted.keys().size() - 1;
    IntStream edges = IntStream.of(0, 1, 2, last / 2, last / 2 + 1, last - 1, last);
    IntStream.concat(edges, IntStream.iterate(3, skip -> skip < last, skip -> skip + 307))
        .forEach(skip -> assertPage(wanted, skip, 1, new Start.Numbered(skip + 1)));
    assertThrows(PastEnd.class, () -> asked.group("TIED").size(1).page(last + 2));
  }

  /// Reads the pages that begin before the tie and end in it, and those that begin in it and end
  /// behind it.
  @ParameterizedTest
  @CsvSource({"20, ASCENDING", "20, DESCENDING", "100, ASCENDING", "100, DESCENDING"})
  void pagesAcrossTheEdgesOfATie(int size, Order order) {
    Wanted wanted = Wanted.of("MIXED", order, tied.mixed());
    int begin = TiedTable.BEFORE;
    int end = begin + TiedTable.WITHIN;
    boolean ascending = order == Order.ASCENDING;
    for (int edge : List.of(begin, end)) {
      int rank = ascending ? edge : wanted.keys().size() - edge;
      for (int skip = rank - size + 1; skip < rank; skip += size / 10) {
        assertPage(wanted, skip, size, new Start.Skipped(skip));
      }
    }
  }

  private void assertPage(Wanted wanted, int skip, int size, Start start) {
    List<String> all = wanted.keys();
    List<String> keys = all.subList(skip, Math.min(skip + size, all.size()));
    Page page = asked.group(wanted.group()).size(size).order(wanted.order()).read(start);
    assertEquals(keys, keys(page), page::toString);
    assertEquals(OptionalLong.of(all.size()), page.total());
    assertEquals(1, indexCalls.getAndSet(0), page::toString);
    SdkRequest request = tied.table().wire().only();
    assertEquals(keys.size(), Wire.batch(request, tied.table().table()).keys().size());
    assertCost(page, "plan=batch-get", "indexCalls=1", "tableCalls=1", "roundTrips=1");
    assertCost(page, "readUnits=" + keys.size() / 2.0, "suspects=0", "discarded=0");
  }
}

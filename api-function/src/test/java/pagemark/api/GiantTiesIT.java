package pagemark.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import pagemark.api.Front.Reply;
import pagemark.entry.Layout;
import pagemark.entry.Order;
import pagemark.index.PageIndexReader;
import pagemark.index.PageQuery;
import pagemark.index.PageSlice;
import pagemark.index.TakesLong;
import pagemark.pages.PagesOnly;
import software.amazon.awssdk.core.SdkRequest;

/// Pages in ties of thousands of items. Each page is that of a plain sort by the keys' UTF-8 bytes,
/// and costs one call of the index and one of the table, for just the items that it shows.
@TakesLong(15)
@ParameterizedClass
@EnumSource(Layout.class)
final class GiantTiesIT {
  private static final Map<Layout, TiedShop> SHOPS = new EnumMap<>(Layout.class);

  private final TiedShop tied;
  private final AtomicInteger indexCalls = new AtomicInteger();
  private final Front front;

  GiantTiesIT(Layout layout) {
    tied = SHOPS.computeIfAbsent(layout, TiedShop::filled);
    PageIndexReader index = new Counting(tied.shop().index().reader(), indexCalls);
    front = tied.shop().front(index);
    front.get("/comments/NOBODY");
    indexCalls.set(0);
    tied.shop().wire().drain();
    assertEquals(layout, tied.shop().listing().definition().positions().layout());
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
        .forEach(page -> assertPage(wanted, (page - 1) * size, size, "page=" + page));
  }

  @ParameterizedTest
  @EnumSource(Order.class)
  void pagesOfOneItem(Order order) {
    Wanted wanted = Wanted.of("TIED", order, tied.tied());
    int last = wanted.keys().size() - 1;
    IntStream edges = IntStream.of(0, 1, 2, last / 2, last / 2 + 1, last - 1, last);
    IntStream.concat(edges, IntStream.iterate(3, skip -> skip < last, skip -> skip + 307))
        .forEach(skip -> assertPage(wanted, skip, 1, "page=" + (skip + 1)));
    assertEquals(404, front.get("/comments/TIED?size=1&page=" + (last + 2)).status());
  }

  /// Reads the pages that begin before the tie and end in it, and those that begin in it and end
  /// behind it.
  @ParameterizedTest
  @CsvSource({"20, ASCENDING", "20, DESCENDING", "100, ASCENDING", "100, DESCENDING"})
  void pagesAcrossTheEdgesOfATie(int size, Order order) {
    Wanted wanted = Wanted.of("MIXED", order, tied.mixed());
    int begin = TiedShop.BEFORE;
    int end = begin + TiedShop.WITHIN;
    boolean ascending = order == Order.ASCENDING;
    for (int edge : List.of(begin, end)) {
      int rank = ascending ? edge : wanted.keys().size() - edge;
      for (int skip = rank - size + 1; skip < rank; skip += size / 10) {
        assertPage(wanted, skip, size, "skip=" + skip);
      }
    }
  }

  private void assertPage(Wanted wanted, int skip, int size, String start) {
    List<String> all = wanted.keys();
    List<String> keys = all.subList(skip, Math.min(skip + size, all.size()));
    String order = wanted.order().name().toLowerCase(Locale.ROOT);
    String url = "/comments/%s?size=%d&order=%s&%s".formatted(wanted.group(), size, order, start);
    Reply reply = front.get(url);
    assertEquals(keys, PageReadsIT.keys(reply), url);
    assertEquals(all.size(), reply.body().at("/page/totalItems").intValue(), url);
    assertEquals(1, indexCalls.getAndSet(0), url);
    List<SdkRequest> requests = tied.shop().wire().drain();
    assertEquals(1, requests.size(), url);
    assertEquals(
        keys.size(),
        PageReadsIT.batch(requests.getFirst(), tied.shop().table()).keys().size(),
        url);
    assertEquals(
        ("plan=batch-get, index-calls=1, table-calls=1, read-units=%s, suspects=0, discarded=0, "
                + "round-trips=1")
            .formatted(keys.size() / 2.0),
        reply.header("Pagemark-Cost"),
        url);
  }
}

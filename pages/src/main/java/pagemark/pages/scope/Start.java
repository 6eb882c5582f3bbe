package pagemark.pages.scope;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import pagemark.entry.Position;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Where a page starts, as the request says it:
///
/// - [Numbered] and [Skipped]: by count, with `page` or `skip`
/// - [Newest]: at the newest end, with `numbering=stable` and nothing else
/// - [Cursor], [At] and [Item]: at a cursor, a sort value or an item
public sealed interface Start {
  /// More items than any table has, and few enough to count with.
  long COUNT_MAX = 1L << 52;

  /// A page that is counted, by its number or by the items before it. The pages before and after it
  /// are given in the same form, for pages of the same size.
  sealed interface Counted extends Start {
    /// How many items stand before the page, which has `size` items.
    long from(int size);

    /// The same page by its number, if it has one; else itself.
    Counted numbered(int size);

    /// The parameter in requests and links: `page` or `skip`.
    String parameter();

    long value();

    Counted first();

    /// The page before; empty for the first page.
    Optional<Counted> prev(int size);

    /// The next page, even if it lies past the end.
    Counted next(int size);

    /// The last page that holds an item and that `next` leads to; the first page if there are no
    /// items.
    Counted last(int size, long total);
  }

  /// @param page counted from 1, up to [#COUNT_MAX]
  record Numbered(long page) implements Counted {
    public Numbered {
      if (page < 1 || page > COUNT_MAX) {
        throw new InvalidParameter("page", Long.toString(page), "from 1 to " + COUNT_MAX);
      }
    }

    @Override
    public long from(int size) {
      return (page - 1) * size;
    }

    @Override
    public Counted numbered(int size) {
      return this;
    }

    @Override
    public String parameter() {
      return "page";
    }

    @Override
    public long value() {
      return page;
    }

    @Override
    public Counted first() {
      return new Numbered(1);
    }

    @Override
    public Optional<Counted> prev(int size) {
      return page == 1 ? Optional.empty() : Optional.of(new Numbered(page - 1));
    }

    @Override
    public Counted next(int size) {
      return new Numbered(page + 1);
    }

    @Override
    public Counted last(int size, long total) {
      return new Numbered(Math.max(1, Start.pages(size, total)));
    }
  }

  /// @param items how many stand before the page
  record Skipped(long items) implements Counted {
    public Skipped {
      if (items < 0 || items > COUNT_MAX) {
        throw new InvalidParameter("skip", Long.toString(items), "from 0 to " + COUNT_MAX);
      }
    }

    @Override
    public long from(int size) {
      return items;
    }

    @Override
    public Counted numbered(int size) {
      return items % size == 0 ? new Numbered(items / size + 1) : this;
    }

    @Override
    public String parameter() {
      return "skip";
    }

    @Override
    public long value() {
      return items;
    }

    @Override
    public Counted first() {
      return new Skipped(0);
    }

    @Override
    public Optional<Counted> prev(int size) {
      return items == 0 ? Optional.empty() : Optional.of(new Skipped(Math.max(0, items - size)));
    }

    @Override
    public Counted next(int size) {
      return new Skipped(items + size);
    }

    /// The last page that `next` leads to: of 100 items, from `skip=5` in steps of 10, `skip=95`.
    @Override
    public Counted last(int size, long total) {
      long offset = items % size;
      return new Skipped(total <= offset ? 0 : offset + (total - 1 - offset) / size * size);
    }
  }

  /// The page with the largest sort values, if pages are counted from the smallest one.
  record Newest() implements Start {}

  /// @param text the cursor as the request gave it
  record Cursor(CursorPoint point, String text) implements Start {}

  /// The page of the first item behind a boundary, in the page's order. If no item follows, it is
  /// the last page.
  ///
  /// @param end the boundary behind the items with the sort value, in the page's order
  /// @param text the sort value, in the form of links
  record At(Position boundary, Position end, String text) implements Start {}

  /// The page that holds an item.
  ///
  /// @param key the item's key attributes
  /// @param texts the values of the key attributes as the request gave them
  record Item(SequencedMap<String, AttributeValue> key, List<String> texts) implements Start {
    public Item {
      key = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(key));
      texts = List.copyOf(texts);
    }

    /// DynamoDB's limit on a sort key, in bytes; a partition key may have twice as many.
    private static final int SORT_KEY_BYTES_MAX = 1024;

    /// The last of the texts whose value is too long for a sort key; empty if none is.
    public Optional<String> longText() {
      List<AttributeValue> values = List.copyOf(key.values());
      return IntStream.range(0, values.size())
          .filter(i -> bytes(values.get(i)) > SORT_KEY_BYTES_MAX)
          .mapToObj(texts::get)
          .reduce((_, last) -> last);
    }

    private static int bytes(AttributeValue value) {
      return value.b() == null
          ? String.valueOf(value.s()).getBytes(UTF_8).length
          : value.b().asByteArrayUnsafe().length;
    }
  }

  /// The page with the first items of a scope, in its order. If pages are counted from the smallest
  /// sort value and shown from the largest, that is the newest one.
  static Start first(Scope scope) {
    return scope.isCountedDown() ? new Newest() : new Numbered(1);
  }

  /// How many pages `total` items make.
  static long pages(int size, long total) {
    return (total + size - 1) / size;
  }
}

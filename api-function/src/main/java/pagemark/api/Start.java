package pagemark.api;

import java.util.Optional;

/// Where a page starts: by its number, or by the items before it. The steps of both forms keep to
/// their form, and to the request's size.
sealed interface Start {
  /// @param page counted from 1
  record Numbered(long page) implements Start {
    @Override
    public long from(int size) {
      return (page - 1) * size;
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
    public Start first() {
      return new Numbered(1);
    }

    @Override
    public Optional<Start> prev(int size) {
      return page == 1 ? Optional.empty() : Optional.of(new Numbered(page - 1));
    }

    @Override
    public Start next(int size) {
      return new Numbered(page + 1);
    }

    @Override
    public Start last(int size, long total) {
      return new Numbered(Math.max(1, Start.pages(size, total)));
    }
  }

  /// @param items how many stand before the page
  record Skipped(long items) implements Start {
    @Override
    public long from(int size) {
      return items;
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
    public Start first() {
      return new Skipped(0);
    }

    @Override
    public Optional<Start> prev(int size) {
      return items == 0 ? Optional.empty() : Optional.of(new Skipped(Math.max(0, items - size)));
    }

    @Override
    public Start next(int size) {
      return new Skipped(items + size);
    }

    /// Where `next`, followed to its end, arrives: `skip=5` in steps of 10 ends at 95 of 100.
    @Override
    public Start last(int size, long total) {
      long offset = items % size;
      return new Skipped(total <= offset ? 0 : offset + (total - 1 - offset) / size * size);
    }
  }

  /// How many items stand before the page.
  long from(int size);

  /// The parameter that requests and links write it as: `page` or `skip`.
  String parameter();

  long value();

  Start first();

  /// Empty for the first page.
  Optional<Start> prev(int size);

  /// The next page, whether or not there is one.
  Start next(int size);

  /// The last page that holds an item; the first one where there are none.
  Start last(int size, long total);

  /// How many pages `total` items make.
  static long pages(int size, long total) {
    return (total + size - 1) / size;
  }
}

package pagemark.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The links of a page, by relation, path-absolute and canonical: group, where the page starts,
/// size, order, filters, from, to.
///
/// A page that is counted has neighbours that are; one at a cursor, or whose total is not known,
/// has neighbours at cursors. In a window there are `earlier` and `later` ones.
///
/// @param byRelation `prev` and `next` are missing at the ends, `last` where no total is known
record Links(SequencedMap<String, String> byRelation) {
  static final List<String> RELATIONS = List.of("self", "first", "prev", "next", "last");
  static final List<String> WINDOW_RELATIONS = List.of("earlier", "later");

  static Links of(Page page, PageCursors cursors) {
    PageRequest request = page.request();
    Start.Counted first = page.place() == null ? new Start.Numbered(1) : page.place().first();
    SequencedMap<String, String> links = new LinkedHashMap<>();
    links.put("self", url(request, request.start()));
    links.put("first", url(request, first));
    Long total = page.total();
    if (page.place() == null || total == null) {
      put(links, "prev", request, cursors.before());
      put(links, "next", request, cursors.after());
    } else {
      counted(links, request, page.place(), total);
    }
    if (total != null) {
      Start.Counted any = page.place() == null ? first : page.place();
      links.put("last", url(request, any.last(request.size(), total)));
    }
    windows(links, request);
    return new Links(links);
  }

  private static void counted(
      SequencedMap<String, String> links, PageRequest request, Start.Counted place, long total) {
    int size = request.size();
    place.prev(size).ifPresent(prev -> links.put("prev", url(request, prev)));
    if (place.from(size) + size < total) {
      links.put("next", url(request, place.next(size)));
    }
  }

  private static void put(
      SequencedMap<String, String> links,
      String relation,
      PageRequest request,
      @Nullable String cursor) {
    if (cursor != null) {
      links.put(relation, url(request, "cursor=" + cursor, request.given()));
    }
  }

  private static void windows(SequencedMap<String, String> links, PageRequest request) {
    SortWindow window = request.window();
    if (window != null) {
      var codec = request.listing().definition().positions();
      put(links, "earlier", request, window.earlier(codec));
      put(links, "later", request, window.later(codec));
    }
  }

  private static void put(
      SequencedMap<String, String> links,
      String relation,
      PageRequest request,
      Optional<SortWindow> window) {
    window.ifPresent(
        moved -> {
          SequencedMap<String, String> given = new LinkedHashMap<>(request.given());
          given.put("from", moved.fromText());
          given.put("to", moved.toText());
          links.put(relation, url(request, "page=1", given));
        });
  }

  private static String url(PageRequest request, Start start) {
    return url(request, text(start), request.given());
  }

  private static String text(Start start) {
    return switch (start) {
      case Start.Counted counted -> counted.parameter() + "=" + counted.value();
      case Start.Cursor(_, var text) -> "cursor=" + text;
      case Start.At(_, var text) -> "at=" + GroupText.encoded(text);
      case Start.Item(_, var texts) ->
          texts.stream()
              .map(text -> "item=" + GroupText.encoded(text))
              .collect(Collectors.joining("&"));
    };
  }

  private static String url(PageRequest request, String start, SequencedMap<String, String> given) {
    String group = request.group().text();
    StringBuilder url = new StringBuilder("/").append(request.listing().name());
    if (GroupText.fitsPath(group)) {
      url.append('/').append(group).append('?');
    } else {
      url.append("?group=").append(GroupText.encoded(group)).append('&');
    }
    url.append(start);
    given.forEach(
        (name, value) -> url.append('&').append(name).append('=').append(readable(value)));
    return url.toString();
  }

  /// Commas stay as they are: a query may hold them (RFC 3986), and lists of values read better.
  private static String readable(String value) {
    return GroupText.encoded(value).replace("%2C", ",");
  }

  /// The value of a Link header (RFC 8288), of the relations that are registered.
  String header() {
    return byRelation.entrySet().stream()
        .filter(link -> RELATIONS.contains(link.getKey()))
        .map(link -> "<%s>; rel=\"%s\"".formatted(link.getValue(), link.getKey()))
        .collect(Collectors.joining(", "));
  }
}

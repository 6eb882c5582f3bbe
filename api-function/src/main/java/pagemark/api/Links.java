package pagemark.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The links of a page, by relation, path-absolute and canonical: group, page or skip, size, order.
///
/// @param byRelation `prev` and `next` are missing at the ends; where the total is not known, only
///   `self` and `first` are there
record Links(SequencedMap<String, String> byRelation) {
  static final List<String> RELATIONS = List.of("self", "first", "prev", "next", "last");

  static Links of(PageRequest request, @Nullable Long total) {
    Start start = request.start();
    int size = request.size();
    SequencedMap<String, String> links = new LinkedHashMap<>();
    links.put("self", url(request, start));
    links.put("first", url(request, start.first()));
    if (total == null) {
      return new Links(links);
    }
    start.prev(size).ifPresent(prev -> links.put("prev", url(request, prev)));
    if (request.from() + size < total) {
      links.put("next", url(request, start.next(size)));
    }
    links.put("last", url(request, start.last(size, total)));
    return new Links(links);
  }

  private static String url(PageRequest request, Start start) {
    String group = request.group().text();
    StringBuilder url = new StringBuilder("/").append(request.listing().name());
    if (GroupText.fitsPath(group)) {
      url.append('/').append(group).append('?');
    } else {
      url.append("?group=").append(GroupText.encoded(group)).append('&');
    }
    url.append(start.parameter()).append('=').append(start.value());
    request
        .given()
        .forEach((name, value) -> url.append('&').append(name).append('=').append(value));
    return url.toString();
  }

  /// The value of a Link header (RFC 8288).
  String header() {
    return byRelation.entrySet().stream()
        .map(link -> "<%s>; rel=\"%s\"".formatted(link.getValue(), link.getKey()))
        .collect(Collectors.joining(", "));
  }
}

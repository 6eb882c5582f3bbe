package pagemark.listing.json;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.folding.Folding;
import pagemark.key.BinarySort;
import pagemark.key.BooleanSort;
import pagemark.key.DatetimeSort;
import pagemark.key.EpochSort;
import pagemark.key.InstantSort;
import pagemark.key.IntegerSort;
import pagemark.key.NumberSort;
import pagemark.key.SortType;
import pagemark.key.StringSort;
import pagemark.key.TextSort;

/// Reads the field `sort` of a listing.
final class SortReader {
  private static final Set<String> FIELDS =
      new LinkedHashSet<>(List.of("attribute", "type", "pattern", "stored", "folding", "order"));
  private static final Map<String, SortType> TYPES = types();

  private SortReader() {}

  private static Map<String, SortType> types() {
    Map<String, SortType> types = new LinkedHashMap<>();
    types.put("datetime", DatetimeSort.of("uuuu"));
    for (SortType type :
        List.of(
            new InstantSort(),
            EpochSort.SECONDS,
            EpochSort.MILLIS,
            new IntegerSort(),
            new NumberSort(),
            new StringSort(),
            new TextSort(),
            new BinarySort(),
            new BooleanSort())) {
      types.put(type.definitionName(), type);
    }
    return types;
  }

  static SortType type(JsonValue sort) {
    sort.isObject(FIELDS);
    String name = sort.at("type").oneOf(TYPES.keySet());
    SortType type = TYPES.getOrDefault(String.valueOf(name), new IntegerSort());
    if (name != null && !(type instanceof DatetimeSort) && !sort.at("pattern").isMissing()) {
      sort.at("pattern").refuse("is valid only with type datetime");
    }
    if (name != null && !(type instanceof EpochSort) && !sort.at("stored").isMissing()) {
      sort.at("stored").refuse("is valid only with type epochSeconds or epochMillis");
    }
    if (!sort.at("folding").isMissing()) {
      checkFolding(type, sort.at("folding"));
    }
    return switch (type) {
      case DatetimeSort _ -> datetime(sort.at("pattern"));
      case EpochSort epoch -> epoch(epoch, sort.at("stored"));
      default -> type;
    };
  }

  private static void checkFolding(SortType type, JsonValue folding) {
    if (!(type instanceof TextSort)) {
      folding.refuse("is valid only with type text");
    } else if (!folding.json().isInt() || folding.json().intValue() != Folding.UNICODE) {
      folding.refuse("must be %d, the one folding that there is".formatted(Folding.UNICODE));
    }
  }

  private static SortType datetime(JsonValue pattern) {
    String text = pattern.text();
    try {
      return text.isEmpty() ? new IntegerSort() : DatetimeSort.of(text);
    } catch (IllegalArgumentException e) {
      pattern.refuse(String.valueOf(e.getMessage()));
      return new IntegerSort();
    }
  }

  private static SortType epoch(EpochSort type, JsonValue stored) {
    Set<String> allowed = new LinkedHashSet<>(List.of("number", "string"));
    return !stored.isMissing() && "string".equals(stored.oneOf(allowed)) ? type.asText() : type;
  }
}

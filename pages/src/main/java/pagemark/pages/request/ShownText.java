package pagemark.pages.request;

import java.util.List;
import pagemark.key.KeyAttribute;
import pagemark.listing.Attributes;
import pagemark.pages.error.PagesException.InvalidParameter;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Shown;
import pagemark.words.DidYouMean;

/// Chooses what pages show of each item: never an attribute that the listing does not show.
public final class ShownText {
  private static final String FIELDS = "fields";

  private ShownText() {}

  /// @param names of attributes; none for all that the listing shows
  /// @throws InvalidParameter if the listing does not show one of them, or keys are asked for
  public static Scope fields(Scope scope, List<String> names) {
    if (scope.isOfKeys()) {
      throw both();
    }
    Attributes listed = scope.listing().attributes();
    for (String name : names) {
      if (name.isEmpty() || !listed.shows(name)) {
        throw wrong(name, listed);
      }
    }
    List<String> wanted = names.stream().distinct().toList();
    return scope.with(wanted.isEmpty() ? new Shown.Listed() : new Shown.Fields(wanted));
  }

  private static InvalidParameter both() {
    return new InvalidParameter("only", "keys", "only or fields, not both");
  }

  private static InvalidParameter wrong(String name, Attributes listed) {
    return switch (listed) {
      case Attributes.All() ->
          new InvalidParameter(FIELDS, name, "the names of attributes, joined by commas");
      case Attributes.Only(var all) ->
          new InvalidParameter(
              FIELDS, name, "some of " + String.join(",", all), DidYouMean.of(name, all));
    };
  }

  /// @throws InvalidParameter if the listing hides a part of its items' keys, or fields are asked
  ///   for
  public static Scope keys(Scope scope) {
    if (scope.shown() instanceof Shown.Fields) {
      throw both();
    }
    Attributes listed = scope.listing().attributes();
    if (!scope.positions().key().stream().map(KeyAttribute::name).allMatch(listed::shows)) {
      throw new InvalidParameter(
          "only", "keys", "none, as this listing does not show the whole key of an item");
    }
    return scope.with(new Shown.Keys());
  }
}

package pagemark.check;

import pagemark.listing.Listing;

/// What a comparison of a listing with its table found.
///
/// @param listing the listing's name
/// @param part what was compared, such as `key`
/// @param text what is so, or what is wrong
/// @param remedy what to do about it, perhaps a command to type; empty if nothing
public record Finding(String listing, Verdict verdict, String part, String text, String remedy) {
  /// How far the table fits.
  public enum Verdict {
    OK,
    /// Pages work, but some items are not on them, or the listing is not what was meant.
    PARTLY,
    /// There are no pages.
    WRONG
  }

  static Finding ok(String part, String text) {
    return new Finding("", Verdict.OK, part, text, "");
  }

  static Finding wrong(String part, String text, String remedy) {
    return new Finding("", Verdict.WRONG, part, text, remedy);
  }

  static Finding partly(String part, String text, String remedy) {
    return new Finding("", Verdict.PARTLY, part, text, remedy);
  }

  /// The finding with the name of its listing.
  Finding of(Listing named) {
    return new Finding(named.name(), verdict, part, text, remedy);
  }

  public boolean isOk() {
    return verdict == Verdict.OK;
  }

  /// The advice about a listing, with its name.
  String told() {
    return "listing %s: %s".formatted(listing, advice());
  }

  /// The finding in words, then what to do about it.
  public String advice() {
    return remedy.isEmpty() ? text : text + ". " + remedy;
  }
}

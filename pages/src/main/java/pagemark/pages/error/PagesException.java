package pagemark.pages.error;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.words.DidYouMean;

/// A page or facets that could not be read. Each kind names one cause, and says whether the same
/// question may succeed later.
///
/// Other exceptions pass through: those of the DynamoDB client if DynamoDB refuses a request, for a
/// right or a table that is missing.
public abstract sealed class PagesException extends RuntimeException {
  private static final int VALUE_CHARS_MAX = 100;

  private PagesException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// A part of the question is wrong: a filter's value, a sort value, a size and so on.
  public static sealed class InvalidParameter extends PagesException {
    private final String name;
    private final String value;
    private final String valid;
    private final @Nullable String suggestion;

    /// @param valid the valid values, in words
    public InvalidParameter(String name, String value, String valid) {
      this(name, value, valid, Optional.empty());
    }

    /// @param valid the valid values, in words
    /// @param suggestion the valid word that was probably meant
    public InvalidParameter(String name, String value, String valid, Optional<String> suggestion) {
      this(
          "parameter %s is \"%s\"; valid values: %s"
              .formatted(shortened(name), shortened(value), valid),
          name,
          value,
          valid,
          suggestion);
    }

    /// @param message what is wrong, if that is not the value
    private InvalidParameter(
        String message, String name, String value, String valid, Optional<String> suggestion) {
      super(message + suggestion.map("; did you mean %s?"::formatted).orElse(""), null);
      this.name = shortened(name);
      this.value = shortened(value);
      this.valid = valid;
      this.suggestion = suggestion.orElse(null);
    }

    /// A parameter that nobody knows.
    ///
    /// @param known the names of all
    public static InvalidParameter unknown(String name, String value, Collection<String> known) {
      String names = String.join(", ", known);
      return new InvalidParameter(
          "there is no parameter %s; the parameters are %s".formatted(shortened(name), names),
          name,
          value,
          "one of the parameters " + names,
          DidYouMean.of(name, known));
    }

    /// The parameter `group` if it is missing.
    ///
    /// @param valid the valid values, in words
    public static InvalidParameter missingGroup(String valid) {
      return new InvalidParameter(
          "name the group: /{listing}/GROUP, or /{listing}?group=GROUP",
          "group",
          "",
          valid,
          Optional.empty());
    }

    /// The parameter's name, at most 100 characters of it.
    public String name() {
      return name;
    }

    /// The value as it was given, at most 100 characters of it.
    public String value() {
      return value;
    }

    /// The valid values, in words.
    public String valid() {
      return valid;
    }

    /// The valid word that was probably meant: the name of a parameter, or a part of its value.
    public Optional<String> suggestion() {
      return Optional.ofNullable(suggestion);
    }

    private static String shortened(String text) {
      return text.length() <= VALUE_CHARS_MAX ? text : text.substring(0, VALUE_CHARS_MAX) + "...";
    }
  }

  /// The page lies past the last one.
  public static final class PastEnd extends InvalidParameter {
    private final long totalItems;
    private final long lastPage;
    private final OptionalLong lastSkip;

    /// @param parameter `page` or `skip`
    /// @param totalItems how many items there are
    /// @param lastPage the number of the last page, 1 if there are no items
    /// @param lastSkip how many items stand before the last page; empty if the parameter is `page`
    public PastEnd(
        String parameter,
        long value,
        String valid,
        long totalItems,
        long lastPage,
        OptionalLong lastSkip) {
      super(parameter, Long.toString(value), valid);
      this.totalItems = totalItems;
      this.lastPage = lastPage;
      this.lastSkip = lastSkip;
    }

    public long totalItems() {
      return totalItems;
    }

    public long lastPage() {
      return lastPage;
    }

    public OptionalLong lastSkip() {
      return lastSkip;
    }
  }

  /// The cursor cannot be opened. The exception is the same whatever is wrong with it.
  public static final class InvalidCursor extends PagesException {
    /// The valid cursors, in words.
    public static final String VALID =
        "a cursor from an answer of the last 7 days, with the group and parameters of that answer";

    public InvalidCursor() {
      super("parameter cursor is not valid; valid values: " + VALID, null);
    }
  }

  /// There is no listing of this name.
  public static final class UnknownListing extends PagesException {
    private final @Nullable String suggestion;

    /// @param suggestion the listing that was probably meant
    public UnknownListing(String name, String valid, Optional<String> suggestion) {
      super("listing is \"%s\"; valid values: %s".formatted(name, valid), null);
      this.suggestion = suggestion.orElse(null);
    }

    /// The listing that was probably meant. Empty if any listing is for its owners only: whoever
    /// may not read it should not learn its name.
    public Optional<String> suggestion() {
      return Optional.ofNullable(suggestion);
    }
  }

  /// The item that the page should hold is not in the group, the window or the filters' selection.
  public static final class UnknownItem extends PagesException {
    public UnknownItem() {
      super(
          "there is no such item in this group, or not in this window and under these filters",
          null);
    }
  }

  /// The listing has no complete index yet, or lost it. It is there once a rebuild has ended.
  public static final class NotReady extends PagesException {
    public NotReady(Throwable cause) {
      super("the index of this listing is not ready: pagemark rebuild builds it", cause);
    }
  }

  /// The index does not answer. The same question may succeed in a second, unless the cause is an
  /// [IndexException.Refused]: then a login, a certificate or a right is wrong. If it is an
  /// [IndexException.Torn], the message says what the group lacks, and to rebuild the listing.
  public static final class IndexUnavailable extends PagesException {
    public IndexUnavailable(Throwable cause) {
      super(
          cause instanceof IndexException.Torn torn
              ? String.valueOf(torn.getMessage())
              : "the index does not answer",
          cause);
    }
  }

  /// The thread was interrupted. It stays marked as interrupted.
  public static final class Interrupted extends PagesException {
    public Interrupted(Throwable cause) {
      super("interrupted while a page was read", cause);
    }
  }

  /// The table throttles reads, or cannot be reached. The same question may succeed in a second,
  /// unless the cause says that the client is set up wrongly, for example without credentials.
  public static final class TableUnavailable extends PagesException {
    /// @param cause null if DynamoDB left keys unread without an exception
    public TableUnavailable(@Nullable Throwable cause) {
      super("the table does not answer in time", cause);
    }
  }
}

package pagemark.init;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import pagemark.check.Shown;
import pagemark.listing.Filter;
import pagemark.listing.OpenFilter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The filters of a listing, as a sample of its items suggests them.
///
/// @param declared those with declared values
/// @param unnamed attributes that are worth one of these, but whose name is none for a filter
/// @param open those with any value
/// @param items how many items the sample has
record FilterDraft(List<Filter> declared, List<String> unnamed, List<OpenFilter> open, int items) {

  /// @param without attributes that cannot be filters
  /// @param sorts attributes whose values are too many for a filter
  /// @param isReadByKey whether the listing's items are: only then a text gets an open filter,
  ///   because pages of its values are read so
  static FilterDraft of(
      List<Map<String, AttributeValue>> items,
      Set<String> without,
      List<String> sorts,
      boolean isReadByKey) {
    Set<String> notOpen = new HashSet<>(without);
    notOpen.addAll(sorts);
    List<OpenFilter> open = new ArrayList<>(OpenFilterGuess.ofLists(items, notOpen));
    if (isReadByKey) {
      open.addAll(OpenFilterGuess.ofTexts(items, notOpen));
    }
    return new FilterDraft(
        FilterGuess.of(items, without), FilterGuess.unnamed(items, without), open, items.size());
  }

  /// Adds the field `filters`, if there are any.
  void put(ObjectNode listing) {
    if (!declared.isEmpty() || !open.isEmpty()) {
      ObjectNode filters = listing.putObject("filters");
      declared.forEach(filter -> filters.set(filter.name(), filter.json()));
      open.forEach(filter -> filters.set(filter.name(), filter.json()));
    }
  }

  /// Remarks for whoever reads the draft.
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Filter filter : declared) {
      notes.add(
          "the filter %s is a guess: %s had %d values. Complete or remove it"
              .formatted(filter.name(), Shown.count(items, "item"), filter.values().size()));
    }
    for (OpenFilter filter : open) {
      notes.add(
          "the filter %s takes any %s, one in a request: each is an entry more in the index. Remove it if nobody asks for it"
              .formatted(filter.name(), filter.each() ? "element of the list" : "value"));
    }
    for (String attribute : unnamed) {
      notes.add(
          "%s is left out of the filters, as requests cannot use this name: declare one as \"NAME\": { \"attribute\": \"%s\", \"values\": [...] }"
              .formatted(attribute, attribute));
    }
    return notes;
  }
}

/// Durable notes of our own, in the DynamoDB table `pagemark-state`: generations, quarantine and
/// suspects. Losing an index costs a rebuild; what a rebuild cannot know is kept here.
@NullMarked
package pagemark.state;

import org.jspecify.annotations.NullMarked;

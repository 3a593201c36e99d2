/** What documentation and legal pages run beside the shell. */
import './heading-links.ts'
import './folds.ts'
import './table-of-contents.ts'

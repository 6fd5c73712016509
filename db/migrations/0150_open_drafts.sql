-- Drafts, of which a run tells the office: few among all documents.
create index document_drafts on billing.document (end_day) where status = 'draft';
